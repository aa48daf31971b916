package main

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// pod is what a Deployment, Job or CronJob makes, or a pod by itself.
type pod struct {
	owner    string
	template corev1.PodTemplateSpec
	stays    bool
}

// secretsOf says which variables a part's pods have from a Secret, without which they would not start, and which they
// must not have. Only what migrates has the login that migrates.
func secretsOf(component string, migration bool) (needed, refused []string) {
	service := []string{"KEY_PEPPER", "SERVICE_JWT_KEY", "SECRETS_KEY"}
	switch {
	case component == "migration":
		return append(service, "DATABASE_URL"), []string{"DATABASE_APP_URL", "BACKUP_DATABASE_URL"}
	case component == "backup":
		return []string{"BACKUP_DATABASE_URL"}, append(service, "DATABASE_URL", "DATABASE_APP_URL")
	case component == "test":
		return nil, append(service, "DATABASE_URL", "DATABASE_APP_URL", "BACKUP_DATABASE_URL")
	case migration:
		return append(service, "DATABASE_APP_URL"), []string{"DATABASE_URL", "BACKUP_DATABASE_URL"}
	default:
		return append(service, "DATABASE_URL"), []string{"BACKUP_DATABASE_URL"}
	}
}

func newReader(rendered []byte) *bufio.Reader {
	return bufio.NewReader(bytes.NewReader(rendered))
}

// structureFaults says what fits no schema: who finds whom, and what every pod must have.
func structureFaults(objects []object) (faults []string) {
	seen := map[string]bool{}
	for _, name := range names(objects) {
		if seen[name] {
			faults = append(faults, name+" is there twice")
		}
		seen[name] = true
	}
	pods := podsOf(objects)
	migration := len(ofKind[*batchv1.Job](objects)) > 0
	for _, each := range pods {
		faults = append(faults, podFaults(each, migration)...)
	}
	faults = append(faults, hookFaults(objects)...)
	faults = append(faults, selectorFaults(objects, pods)...)
	return append(faults, referenceFaults(objects, seen)...)
}

func podsOf(objects []object) (pods []pod) {
	for _, each := range ofKind[*appsv1.Deployment](objects) {
		pods = append(pods, pod{"Deployment " + each.Name, each.Spec.Template, true})
	}
	for _, each := range ofKind[*batchv1.Job](objects) {
		pods = append(pods, pod{"Job " + each.Name, each.Spec.Template, false})
	}
	for _, each := range ofKind[*batchv1.CronJob](objects) {
		pods = append(pods, pod{"CronJob " + each.Name, each.Spec.JobTemplate.Spec.Template, false})
	}
	for _, each := range ofKind[*corev1.Pod](objects) {
		pods = append(pods, pod{"Pod " + each.Name, corev1.PodTemplateSpec{ObjectMeta: each.ObjectMeta, Spec: each.Spec}, false})
	}
	return pods
}

func podFaults(each pod, migration bool) (faults []string) {
	must := func(holds bool, what string) {
		if !holds {
			faults = append(faults, each.owner+": "+what)
		}
	}
	spec := each.template.Spec
	security := spec.SecurityContext
	must(security != nil && security.RunAsNonRoot != nil && *security.RunAsNonRoot, "runs as root")
	must(security != nil && security.SeccompProfile != nil, "no seccomp profile")
	must(spec.AutomountServiceAccountToken != nil && !*spec.AutomountServiceAccountToken, "is given a token")
	must(len(spec.Containers) == 1, "has not one container")
	for _, container := range spec.Containers {
		own := container.SecurityContext
		must(own != nil && own.ReadOnlyRootFilesystem != nil && *own.ReadOnlyRootFilesystem, "may write its file system")
		must(own != nil && own.AllowPrivilegeEscalation != nil && !*own.AllowPrivilegeEscalation, "may gain rights")
		must(own != nil && own.Capabilities != nil && len(own.Capabilities.Drop) == 1 && own.Capabilities.Drop[0] == "ALL", "keeps capabilities")
		must(!container.Resources.Requests.Cpu().IsZero() && !container.Resources.Requests.Memory().IsZero(), "requests nothing")
		must(!container.Resources.Limits.Memory().IsZero(), "has no limit of memory")
		needed, refused := secretsOf(each.template.Labels["app.kubernetes.io/component"], migration)
		faults = append(faults, environmentFaults(each.owner, container, needed, refused)...)
		if each.stays {
			must(container.LivenessProbe != nil && container.ReadinessProbe != nil && container.StartupProbe != nil, "lacks a probe")
			must(*spec.TerminationGracePeriodSeconds >= 30, "is not given 30 s to end")
		}
	}
	return faults
}

// environmentFaults finds names that are there twice, secrets that come from no Secret, and those of another part.
func environmentFaults(owner string, container corev1.Container, needed, refused []string) (faults []string) {
	secrets := map[string]*corev1.EnvVarSource{}
	seen := map[string]bool{}
	for _, variable := range container.Env {
		if seen[variable.Name] {
			faults = append(faults, owner+": has "+variable.Name+" twice")
		}
		seen[variable.Name] = true
		secrets[variable.Name] = variable.ValueFrom
	}
	for _, name := range needed {
		source := secrets[name]
		if source == nil || source.SecretKeyRef == nil || source.SecretKeyRef.Optional != nil {
			faults = append(faults, owner+": "+name+" does not come from a Secret that must have it")
		}
	}
	for _, name := range refused {
		if seen[name] {
			faults = append(faults, owner+": has "+name+", which is another part's")
		}
	}
	return faults
}

// hookFaults finds what a hook needs and would not find: everything else of a release is made after its hooks.
func hookFaults(objects []object) (faults []string) {
	early := func(annotations map[string]string) bool {
		return strings.HasPrefix(annotations["helm.sh/hook"], "pre-install,pre-upgrade,pre-rollback") && strings.HasPrefix(annotations["helm.sh/hook-weight"], "-")
	}
	for _, job := range ofKind[*batchv1.Job](objects) {
		pod := labels.Set(job.Spec.Template.Labels)
		for _, policy := range ofKind[*networkingv1.NetworkPolicy](objects) {
			if mustSelector(&policy.Spec.PodSelector).Matches(pod) && !early(policy.Annotations) {
				faults = append(faults, "NetworkPolicy "+policy.Name+" is made after the hook that it is for")
			}
		}
		for _, account := range ofKind[*corev1.ServiceAccount](objects) {
			if account.Name == job.Spec.Template.Spec.ServiceAccountName && !early(account.Annotations) {
				faults = append(faults, "ServiceAccount "+account.Name+" is made after the hook that it is for")
			}
		}
	}
	return faults
}

// selectorFaults finds selectors that match no pod or several kinds of them, and ports that no container has.
func selectorFaults(objects []object, pods []pod) (faults []string) {
	one := func(name string, selector labels.Selector) *pod {
		var found []pod
		for _, each := range pods {
			if selector.Matches(labels.Set(each.template.Labels)) {
				found = append(found, each)
			}
		}
		if len(found) != 1 {
			faults = append(faults, fmt.Sprintf("%s finds %d kinds of pods", name, len(found)))
			return nil
		}
		return &found[0]
	}
	for _, each := range ofKind[*corev1.Service](objects) {
		found := one("Service "+each.Name, labels.SelectorFromSet(each.Spec.Selector))
		for _, port := range each.Spec.Ports {
			if found != nil && !hasPort(*found, port.TargetPort.StrVal) {
				faults = append(faults, fmt.Sprintf("Service %s: %s has no port %s", each.Name, found.owner, port.TargetPort.StrVal))
			}
		}
	}
	for _, each := range ofKind[*appsv1.Deployment](objects) {
		one("Deployment "+each.Name, mustSelector(each.Spec.Selector))
		for _, spread := range each.Spec.Template.Spec.TopologySpreadConstraints {
			one("topology spread of "+each.Name, mustSelector(spread.LabelSelector))
		}
	}
	for _, each := range ofKind[*policyv1.PodDisruptionBudget](objects) {
		one("PodDisruptionBudget "+each.Name, mustSelector(each.Spec.Selector))
	}
	policies := ofKind[*networkingv1.NetworkPolicy](objects)
	for _, each := range policies {
		one("NetworkPolicy "+each.Name, mustSelector(&each.Spec.PodSelector))
	}
	if len(policies) > 0 && len(policies) != len(pods) {
		faults = append(faults, fmt.Sprintf("%d network policies for %d kinds of pods", len(policies), len(pods)))
	}
	return faults
}

// referenceFaults finds names that nothing has.
func referenceFaults(objects []object, known map[string]bool) (faults []string) {
	need := func(who, what string) {
		if !known[what] {
			faults = append(faults, who+" names "+what+", which is not there")
		}
	}
	for _, each := range ofKind[*autoscalingv2.HorizontalPodAutoscaler](objects) {
		need("HorizontalPodAutoscaler "+each.Name, each.Spec.ScaleTargetRef.Kind+" "+each.Spec.ScaleTargetRef.Name)
	}
	for _, each := range podsOf(objects) {
		accounts := ofKind[*corev1.ServiceAccount](objects)
		if len(accounts) > 0 {
			need(each.owner, "ServiceAccount "+each.template.Spec.ServiceAccountName)
		}
		for _, volume := range each.template.Spec.Volumes {
			if source := volume.ConfigMap; source != nil && !isExtra(volume) {
				need(each.owner, "ConfigMap "+source.Name)
			}
		}
	}
	for _, each := range ofKind[*networkingv1.Ingress](objects) {
		for _, rule := range each.Spec.Rules {
			for _, path := range rule.HTTP.Paths {
				need("Ingress "+each.Name, "Service "+path.Backend.Service.Name)
			}
		}
	}
	for _, each := range ofKind[*monitoring.ServiceMonitor](objects) {
		selector := mustSelector(&each.Spec.Selector)
		found := 0
		for _, service := range ofKind[*corev1.Service](objects) {
			if selector.Matches(labels.Set(service.Labels)) && service.Spec.Ports[0].Name == each.Spec.Endpoints[0].Port {
				found++
			}
		}
		if found != 2 {
			faults = append(faults, fmt.Sprintf("ServiceMonitor %s finds %d services, not API and worker", each.Name, found))
		}
	}
	return faults
}

// isExtra says whether an operator added the volume: what it names is not the chart's.
func isExtra(volume corev1.Volume) bool {
	return !slices.Contains([]string{"scripts", "backups"}, volume.Name)
}

func hasPort(each pod, name string) bool {
	for _, container := range each.template.Spec.Containers {
		for _, port := range container.Ports {
			if port.Name == name {
				return true
			}
		}
	}
	return false
}

func mustSelector(selector *metav1.LabelSelector) labels.Selector {
	parsed, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		panic(err)
	}
	return parsed
}

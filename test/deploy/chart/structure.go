package main

import (
	"bufio"
	"bytes"
	"fmt"

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

// pod is what a Deployment or Job makes.
type pod struct {
	owner    string
	template corev1.PodTemplateSpec
	stays    bool
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
	for _, each := range pods {
		faults = append(faults, podFaults(each)...)
	}
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
	return pods
}

func podFaults(each pod) (faults []string) {
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
		must(environmentOf(container), "has a variable twice, or a secret that is written down")
		if each.stays {
			must(container.LivenessProbe != nil && container.ReadinessProbe != nil && container.StartupProbe != nil, "lacks a probe")
			must(*spec.TerminationGracePeriodSeconds >= 30, "is not given 30 s to end")
		}
	}
	return faults
}

// environmentOf says whether every name is there once and each secret comes from a Secret.
func environmentOf(container corev1.Container) bool {
	secret := map[string]bool{"DATABASE_URL": true, "KEY_PEPPER": true, "SERVICE_JWT_KEY": true, "SECRETS_KEY": true}
	seen := map[string]bool{}
	for _, variable := range container.Env {
		if seen[variable.Name] || (secret[variable.Name] && variable.ValueFrom == nil) {
			return false
		}
		seen[variable.Name] = true
		delete(secret, variable.Name)
	}
	return len(secret) == 0
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
	jobs := len(ofKind[*batchv1.Job](objects))
	for _, each := range ofKind[*networkingv1.NetworkPolicy](objects) {
		if jobs > 0 || each.Labels["app.kubernetes.io/component"] != "migration" {
			one("NetworkPolicy "+each.Name, mustSelector(&each.Spec.PodSelector))
		}
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

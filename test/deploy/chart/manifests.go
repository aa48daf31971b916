package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// object is one manifest: as it was written, and as the type of its kind.
type object struct {
	kind  string
	name  string
	json  []byte
	typed any
}

func scheme() *runtime.Scheme {
	all := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv2.AddToScheme, batchv1.AddToScheme, corev1.AddToScheme,
		networkingv1.AddToScheme, policyv1.AddToScheme, monitoring.AddToScheme,
	} {
		if err := add(all); err != nil {
			panic(err)
		}
	}
	return all
}

// checkManifests reads every document strictly (unknown and repeated fields are faults), holds it against the schema
// of its kind, and then all of them against each other.
func checkManifests(rendered []byte, schemas string) []string {
	objects, faults := readObjects(rendered)
	for _, each := range objects {
		faults = append(faults, schemaFaults(each, schemas)...)
	}
	return append(faults, structureFaults(objects)...)
}

func readObjects(rendered []byte) (objects []object, faults []string) {
	types := scheme()
	documents := utilyaml.NewYAMLReader(newReader(rendered))
	for {
		document, err := documents.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return objects, append(faults, err.Error())
		}
		if read, err := readObject(types, document); err != nil {
			faults = append(faults, err.Error())
		} else if read != nil {
			objects = append(objects, *read)
		}
	}
	if len(objects) == 0 {
		faults = append(faults, "nothing was rendered")
	}
	return objects, faults
}

func readObject(types *runtime.Scheme, document []byte) (*object, error) {
	json, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(json, []byte("null")) {
		return nil, nil
	}
	var meta metav1.PartialObjectMetadata
	if err := yaml.Unmarshal(document, &meta); err != nil {
		return nil, err
	}
	typed, err := types.New(meta.GroupVersionKind())
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", meta.Kind, meta.Name, err)
	}
	if err := yaml.UnmarshalStrict(document, typed); err != nil {
		return nil, fmt.Errorf("%s %s: %w", meta.Kind, meta.Name, err)
	}
	return &object{kind: meta.Kind, name: meta.Name, json: json, typed: typed}, nil
}

// ofKind gives the objects of one type.
func ofKind[T any](objects []object) (found []T) {
	for _, each := range objects {
		if typed, ok := each.typed.(T); ok {
			found = append(found, typed)
		}
	}
	return found
}

func names(objects []object) (all []string) {
	for _, each := range objects {
		all = append(all, each.kind+" "+each.name)
	}
	slices.Sort(all)
	return all
}

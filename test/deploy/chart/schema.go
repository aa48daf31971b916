package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var compiled = map[string]*jsonschema.Schema{}

// schemaFaults holds a manifest against the schema that Kubernetes publishes for its kind (OpenAPI v3, of the module
// k8s.io/kubernetes). Kinds of operators have none there.
func schemaFaults(each object, folder string) []string {
	var head struct{ APIVersion, Kind string }
	if err := json.Unmarshal(each.json, &head); err != nil {
		return []string{err.Error()}
	}
	if strings.HasPrefix(head.APIVersion, "monitoring.coreos.com/") {
		return nil
	}
	schema, err := schemaOf(head.APIVersion, head.Kind, folder)
	if err != nil {
		return []string{fmt.Sprintf("%s %s: %v", each.kind, each.name, err)}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(each.json))
	if err != nil {
		return []string{err.Error()}
	}
	if err := schema.Validate(value); err != nil {
		return []string{fmt.Sprintf("%s %s: %v", each.kind, each.name, err)}
	}
	return nil
}

func schemaOf(apiVersion, kind, folder string) (*jsonschema.Schema, error) {
	key := apiVersion + "/" + kind
	if schema, ok := compiled[key]; ok {
		return schema, nil
	}
	group, version, found := strings.Cut(apiVersion, "/")
	file := fmt.Sprintf("apis__%s__%s_openapi.json", group, version)
	if !found {
		file = fmt.Sprintf("api__%s_openapi.json", apiVersion)
	}
	source, err := os.Open(filepath.Join(folder, file))
	if err != nil {
		return nil, err
	}
	defer source.Close()
	document, err := jsonschema.UnmarshalJSON(source)
	if err != nil {
		return nil, err
	}
	name, err := schemaName(document, apiVersion, kind)
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft4)
	if err := compiler.AddResource(file, document); err != nil {
		return nil, err
	}
	schema, err := compiler.Compile(file + "#/components/schemas/" + name)
	compiled[key] = schema
	return schema, err
}

// schemaName finds the one that says it is this kind of this group and version.
func schemaName(document any, apiVersion, kind string) (string, error) {
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		group, version = "", apiVersion
	}
	schemas := document.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any)
	for name, schema := range schemas {
		kinds, _ := schema.(map[string]any)["x-kubernetes-group-version-kind"].([]any)
		for _, each := range kinds {
			is := each.(map[string]any)
			if len(kinds) == 1 && is["group"] == group && is["version"] == version && is["kind"] == kind {
				return name, nil
			}
		}
	}
	return "", fmt.Errorf("no schema of %s %s", apiVersion, kind)
}

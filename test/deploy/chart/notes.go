package main

import (
	"fmt"
	"os"
	"path/filepath"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
)

// printNotes renders NOTES.txt as an installation with each file of values would show it, under a line with its name.
func printNotes(folder string, files []string) (faults []string) {
	chart, err := loader.Load(folder)
	if err != nil {
		return []string{err.Error()}
	}
	for _, file := range files {
		values, err := chartutil.ReadValuesFile(file)
		if err != nil {
			return append(faults, err.Error())
		}
		release := chartutil.ReleaseOptions{Name: "trial", Namespace: "memories", IsInstall: true}
		given, err := chartutil.ToRenderValues(chart, values, release, nil)
		if err != nil {
			return append(faults, err.Error())
		}
		rendered, err := engine.Render(chart, given)
		if err != nil {
			return append(faults, err.Error())
		}
		fmt.Fprintf(os.Stdout, "== %s\n%s\n", filepath.Base(file), rendered[filepath.Join(chart.Name(), "templates", "NOTES.txt")])
	}
	return faults
}

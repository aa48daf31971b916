// Checks a rendered chart on standard input, and a compose file: `helm template … | chart-check K8S_SCHEMAS`,
// `chart-check --compose FILE`. Exits 1 naming every fault. `chart-check --notes CHART VALUES…` prints the chart's notes
// with each set of values: `helm template` does not show them, and `helm install` wants a cluster.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "--compose" {
		report(checkCompose(os.Args[2]))
		return
	}
	if len(os.Args) > 3 && os.Args[1] == "--notes" {
		report(printNotes(os.Args[2], os.Args[3:]))
		return
	}
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: chart-check FOLDER_OF_OPENAPI_V3 <manifests | chart-check --compose FILE")
		os.Exit(2)
	}
	rendered, err := io.ReadAll(os.Stdin)
	if err != nil {
		report([]string{err.Error()})
	}
	report(checkManifests(rendered, os.Args[1]))
}

func report(faults []string) {
	for _, fault := range faults {
		fmt.Fprintln(os.Stderr, fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

package main

import (
	"context"

	"github.com/compose-spec/compose-go/v2/cli"
)

// checkCompose loads a file as `docker compose` does: schema, merges, references, variables.
func checkCompose(file string) []string {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithName("mneme"), cli.WithProfiles([]string{"*"}))
	if err != nil {
		return []string{err.Error()}
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return []string{err.Error()}
	}
	if err := project.CheckContainerNameUnicity(); err != nil {
		return []string{err.Error()}
	}
	return nil
}

package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"invoices/platen"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func read[Body any](file string) Body {
	text, err := os.ReadFile(file)
	check(err)
	var body Body
	check(json.Unmarshal(text, &body))
	return body
}

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client, err := platen.NewClientWithResponses(os.Getenv("PLATEN"), platen.WithRequestEditorFn(authorize))
	check(err)

	body := read[platen.GeneratePdfRequest]("document.json")
	answer, err := client.GeneratePdfWithResponse(ctx, &platen.GeneratePdfParams{}, body)
	check(err)
	check(os.WriteFile("invoice.pdf", answer.Body, 0o600))

	listed, err := client.ListTemplatesWithResponse(ctx, &platen.ListTemplatesParams{})
	check(err)
	names := []string{}
	for _, template := range listed.JSON200.Data.Templates {
		names = append(names, template.Name)
	}

	refused, err := client.CreateKeyTemplateWithResponse(ctx, read[platen.CreateKeyTemplateRequest]("template.json"))
	check(err)
	problem := refused.JSON422.Error
	mistake := (*problem.Details)[0]

	created, err := client.CreateBatchWithResponse(ctx, &platen.CreateBatchParams{}, read[platen.CreateBatchRequest]("batch.json"))
	check(err)
	wait := 60
	waited, err := client.GetBatchWithResponse(ctx, created.JSON201.Data.BatchId, &platen.GetBatchParams{Wait: &wait})
	check(err)
	batch := waited.JSON200.Data

	report, err := json.Marshal(map[string]any{
		"templates": names,
		"refusal":   map[string]any{"code": problem.Code, "path": mistake.Path, "line": *mistake.Line},
		"batch":     map[string]any{"status": batch.Status, "completed": batch.Counts.Completed},
	})
	check(err)
	check(os.WriteFile("report.json", report, 0o600))
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
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
	configuration := platen.NewConfiguration()
	configuration.Servers = platen.ServerConfigurations{{URL: os.Getenv("PLATEN")}}
	authorized := context.WithValue(context.Background(), platen.ContextAccessToken, os.Getenv("API_KEY"))
	client := platen.NewAPIClient(configuration)

	body := read[platen.GeneratePdfRequest]("document.json")
	file, _, err := client.DocumentsAPI.GeneratePdf(authorized).GeneratePdfRequest(body).Execute()
	check(err)
	pdf, err := os.ReadFile(file.Name())
	check(err)
	check(os.Remove(file.Name()))
	check(os.WriteFile("invoice.pdf", pdf, 0o600))

	listed, _, err := client.TemplatesAPI.ListTemplates(authorized).Execute()
	check(err)
	names := []string{}
	for _, template := range listed.Data.Templates {
		names = append(names, template.Name)
	}

	template := read[platen.CreateKeyTemplateRequest]("template.json")
	_, _, err = client.TemplatesAPI.CreateKeyTemplate(authorized).CreateKeyTemplateRequest(template).Execute()
	var refused *platen.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatal("Platen takes the template: ", err)
	}
	problem := refused.Model().(platen.ErrorAnswer).Error
	mistake := problem.Details[0]

	rows := read[platen.CreateBatchRequest]("batch.json")
	created, _, err := client.BatchesAPI.CreateBatch(authorized).CreateBatchRequest(rows).Execute()
	check(err)
	batch, _, err := client.BatchesAPI.GetBatch(authorized, created.Data.BatchId).Wait(60).Execute()
	check(err)

	report, err := json.Marshal(map[string]any{
		"templates": names,
		"refusal":   map[string]any{"code": problem.Code, "path": mistake.Path, "line": mistake.GetLine()},
		"batch":     map[string]any{"status": batch.Data.Status, "completed": batch.Data.Counts.Completed},
	})
	check(err)
	check(os.WriteFile("report.json", report, 0o600))
}

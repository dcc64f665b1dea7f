package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"invoices/platen"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	text, err := os.ReadFile("body.json")
	check(err)
	var body platen.GeneratePdfRequest
	check(json.Unmarshal(text, &body))
	configuration := platen.NewConfiguration()
	configuration.Servers = platen.ServerConfigurations{{URL: os.Getenv("PLATEN")}}
	authorized := context.WithValue(context.Background(), platen.ContextAccessToken, os.Getenv("API_KEY"))
	file, _, err := platen.NewAPIClient(configuration).DocumentsAPI.GeneratePdf(authorized).GeneratePdfRequest(body).Execute()
	check(err)
	pdf, err := os.ReadFile(file.Name())
	check(err)
	check(os.Remove(file.Name()))
	check(os.WriteFile("invoice.pdf", pdf, 0o600))
}

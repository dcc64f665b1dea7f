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

func main() {
	text, err := os.ReadFile("body.json")
	check(err)
	var body platen.GeneratePdfRequest
	check(json.Unmarshal(text, &body))
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client, err := platen.NewClientWithResponses(os.Getenv("PLATEN"), platen.WithRequestEditorFn(authorize))
	check(err)
	answer, err := client.GeneratePdfWithResponse(context.Background(), &platen.GeneratePdfParams{}, body)
	check(err)
	check(os.WriteFile("invoice.pdf", answer.Body, 0o600))
}

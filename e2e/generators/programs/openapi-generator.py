import os
from platen import ApiClient, Configuration, DocumentsApi, GeneratePdfRequest

configuration = Configuration(host=os.environ["PLATEN"], access_token=os.environ["API_KEY"])
with open("body.json") as file:
    body = GeneratePdfRequest.from_json(file.read())
with ApiClient(configuration) as client, open("invoice.pdf", "wb") as file:
    file.write(DocumentsApi(client).generate_pdf(body))

import json
import os
from platen_client import AuthenticatedClient
from platen_client.api.documents import generate_pdf
from platen_client.models import GeneratePdfRequest

client = AuthenticatedClient(os.environ["PLATEN"], token=os.environ["API_KEY"], raise_on_unexpected_status=True)
with open("body.json") as file:
    body = GeneratePdfRequest.from_dict(json.load(file))
with open("invoice.pdf", "wb") as file:
    file.write(generate_pdf.sync(client=client, body=body).payload.read())

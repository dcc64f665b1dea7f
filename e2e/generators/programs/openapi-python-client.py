import json
import os
from pathlib import Path
from platen_client import AuthenticatedClient
from platen_client.api.batches import create_batch, get_batch
from platen_client.api.documents import generate_pdf
from platen_client.api.templates import create_key_template, list_templates
from platen_client.models import CreateBatchRequest, CreateKeyTemplateRequest, GeneratePdfRequest


def read(file, model):
    return model.from_dict(json.loads(Path(file).read_text()))


client = AuthenticatedClient(os.environ["PLATEN"], token=os.environ["API_KEY"], raise_on_unexpected_status=True)
pdf = generate_pdf.sync(client=client, body=read("document.json", GeneratePdfRequest))
Path("invoice.pdf").write_bytes(pdf.payload.read())

names = [template.name for template in list_templates.sync(client=client).data.templates]
error = create_key_template.sync(client=client, body=read("template.json", CreateKeyTemplateRequest)).error
[mistake] = error.details
created = create_batch.sync(client=client, body=read("batch.json", CreateBatchRequest)).data
batch = get_batch.sync(created.batch_id, client=client.with_timeout(75), wait=60).data

report = {
    "templates": names,
    "refusal": {"code": error.code, "path": mistake.path, "line": mistake.line},
    "batch": {"status": batch.status, "completed": batch.counts.completed},
}
Path("report.json").write_text(json.dumps(report))

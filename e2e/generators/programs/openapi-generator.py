import json
import os
from pathlib import Path
from platen import (
    ApiClient,
    BatchesApi,
    Configuration,
    CreateBatchRequest,
    CreateKeyTemplateRequest,
    DocumentsApi,
    GeneratePdfRequest,
    TemplatesApi,
)
from platen.exceptions import UnprocessableEntityException


def refusal(templates):
    try:
        templates.create_key_template(CreateKeyTemplateRequest.from_json(Path("template.json").read_text()))
    except UnprocessableEntityException as refused:
        return refused.data.error
    raise SystemExit("Platen takes the template.")


configuration = Configuration(host=os.environ["PLATEN"], access_token=os.environ["API_KEY"])
with ApiClient(configuration) as client:
    body = GeneratePdfRequest.from_json(Path("document.json").read_text())
    Path("invoice.pdf").write_bytes(DocumentsApi(client).generate_pdf(body))

    templates = TemplatesApi(client)
    names = [template.name for template in templates.list_templates().data.templates]
    error = refusal(templates)
    [mistake] = error.details

    batches = BatchesApi(client)
    created = batches.create_batch(CreateBatchRequest.from_json(Path("batch.json").read_text())).data
    batch = batches.get_batch(created.batch_id, wait=60).data

report = {
    "templates": names,
    "refusal": {"code": error.code, "path": mistake.path, "line": mistake.line},
    "batch": {"status": batch.status, "completed": batch.counts.completed},
}
Path("report.json").write_text(json.dumps(report))

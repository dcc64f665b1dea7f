import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.BatchesApi;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.TemplatesApi;
import org.openapitools.client.model.Batch;
import org.openapitools.client.model.CreateBatchRequest;
import org.openapitools.client.model.CreateKeyTemplateRequest;
import org.openapitools.client.model.ErrorAnswer;
import org.openapitools.client.model.GeneratePdfRequest;
import org.openapitools.client.model.ListedTemplate;

public class Main {
  static final ObjectMapper json = ApiClient.createDefaultObjectMapper();

  static <Body> Body read(String file, Class<Body> type) throws Exception {
    return json.readValue(Files.readString(Path.of(file)), type);
  }

  static ErrorAnswer refusal(TemplatesApi templates) throws Exception {
    try {
      templates.createKeyTemplate(read("template.json", CreateKeyTemplateRequest.class));
    } catch (ApiException refused) {
      return json.readValue(refused.getResponseBody(), ErrorAnswer.class);
    }
    throw new IllegalStateException("Platen takes the template.");
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("PLATEN"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));

    GeneratePdfRequest body = read("document.json", GeneratePdfRequest.class);
    Path file = new DocumentsApi(client).generatePdf(body, null, null).toPath();
    Files.move(file, Path.of("invoice.pdf"), StandardCopyOption.REPLACE_EXISTING);

    TemplatesApi templates = new TemplatesApi(client);
    var names =
        templates.listTemplates(null, null, null, null, null, null).getData().getTemplates().stream()
            .map(ListedTemplate::getName)
            .toList();
    var error = refusal(templates).getError();
    var mistake = error.getDetails().get(0);

    BatchesApi batches = new BatchesApi(client);
    String id =
        batches.createBatch(read("batch.json", CreateBatchRequest.class), null).getData().getBatchId();
    Batch batch = batches.getBatch(id, 60).getData();
    var report =
        Map.of(
            "templates", names,
            "refusal", Map.of("code", error.getCode(), "path", mistake.getPath(), "line", mistake.getLine()),
            "batch", Map.of("status", batch.getStatus(), "completed", batch.getCounts().getCompleted()));
    json.writeValue(Path.of("report.json").toFile(), report);
  }
}

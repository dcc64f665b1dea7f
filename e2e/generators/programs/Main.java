import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.model.GeneratePdfRequest;

public class Main {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("PLATEN"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    GeneratePdfRequest body =
        ApiClient.createDefaultObjectMapper()
            .readValue(Files.readString(Path.of("body.json")), GeneratePdfRequest.class);
    Path file = new DocumentsApi(client).generatePdf(body, null, null).toPath();
    Files.move(file, Path.of("invoice.pdf"), StandardCopyOption.REPLACE_EXISTING);
  }
}

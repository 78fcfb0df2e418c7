import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;

public class Shop {
  public static void main(String[] args) throws Exception {
    var config = Config.fromKubeconfig(Files.readString(Path.of(args[0])));
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      var namespace = new NamespaceBuilder().withNewMetadata().withName("shop").endMetadata().build();
      client.resource(namespace).create();
      System.out.println(client.namespaces().withName("shop").get().getMetadata().getUid().length());
    }
  }
}

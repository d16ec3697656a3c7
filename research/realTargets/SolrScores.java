import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.ltr.feature.Feature;
import org.apache.solr.ltr.feature.ValueFeature;
import org.apache.solr.ltr.model.MultipleAdditiveTreesModel;
import org.apache.solr.ltr.norm.IdentityNormalizer;
import org.apache.solr.ltr.norm.Normalizer;
import org.apache.solr.util.SolrPluginUtils;
import org.noggit.ObjectBuilder;

/** Writes the score that Solr's LTR module gives each row: MODEL ROWS SCORES. Features are called 1, 2 … after their columns. */
public class SolrScores {
  @SuppressWarnings("unchecked")
  public static void main(String[] given) throws Exception {
    Map<String, Object> document = (Map<String, Object>) ObjectBuilder.fromJSON(new String(Files.readAllBytes(Paths.get(given[0])), "UTF-8"));
    List<Feature> features = new ArrayList<>();
    List<Normalizer> norms = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    for (Object each : (List<Object>) document.get("features")) {
      String name = (String) ((Map<String, Object>) each).get("name");
      columns.add(Integer.parseInt(name) - 1);
      features.add(new ValueFeature(name, new HashMap<>()));
      norms.add(IdentityNormalizer.INSTANCE);
    }
    Map<String, Object> params = (Map<String, Object>) document.get("params");
    MultipleAdditiveTreesModel model = new MultipleAdditiveTreesModel("m", features, norms, "s", features, params);
    SolrPluginUtils.invokeSetters(model, params.entrySet());
    StringBuilder scores = new StringBuilder();
    for (String line : Files.readAllLines(Paths.get(given[1]))) {
      String[] values = line.split(" ");
      float[] row = new float[columns.size()];
      for (int at = 0; at < row.length; at++) row[at] = Float.parseFloat(values[columns.get(at)]);
      scores.append((double) model.score(row)).append('\n');
    }
    Files.write(Paths.get(given[2]), scores.toString().getBytes("UTF-8"));
  }
}

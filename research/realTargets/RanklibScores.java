import ciir.umass.edu.learning.DenseDataPoint;
import ciir.umass.edu.learning.Ranker;
import ciir.umass.edu.learning.RankerFactory;
import java.nio.file.Files;
import java.nio.file.Paths;

/** Writes the score that RankLib gives each row: MODEL ROWS SCORES, where a row is values with blanks between them. */
public class RanklibScores {
  public static void main(String[] given) throws Exception {
    Ranker ranker = new RankerFactory().loadRankerFromFile(given[0]);
    StringBuilder scores = new StringBuilder();
    for (String line : Files.readAllLines(Paths.get(given[1]))) {
      StringBuilder row = new StringBuilder("0 qid:1");
      int feature = 1;
      for (String value : line.split(" ")) row.append(' ').append(feature++).append(':').append(value);
      scores.append(ranker.eval(new DenseDataPoint(row.toString()))).append('\n');
    }
    Files.write(Paths.get(given[2]), scores.toString().getBytes("UTF-8"));
  }
}

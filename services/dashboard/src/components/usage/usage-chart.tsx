import classes from "./usage.module.css";
import { documentsOf, hourInWords, hoursInWords, type UsagePoint } from "./usage-words.ts";

/** The width of an hour and the height of the busiest one, in units of the drawing. */
const [width, height] = [10, 40];
/** One failure among thousands of documents is still seen. */
const leastHeight = 3;

function heightOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(leastHeight, (count / most) * height);
}

function Bar({ point, index, most }: { point: UsagePoint; index: number; most: number }) {
  const failed = heightOf(point.failed, most);
  const made = Math.min(heightOf(point.made, most), height - failed);
  const across = { x: index * width + 1, width: width - 2 };
  return (
    <g>
      <title>{hourInWords(point)}</title>
      {/* The whole column shows the words of its hour. */}
      <rect data-bar="ground" x={index * width} width={width} y={0} height={height} />
      <rect data-bar="line" {...across} y={height - 1} height={1} />
      <rect data-bar="made" {...across} y={height - made} height={made} />
      <rect data-bar="failed" {...across} y={height - made - failed} height={failed} />
    </g>
  );
}

/** Documents as bars, one for each hour: those that failed stand on those that were made. */
export function UsageChart({ points }: { points: readonly UsagePoint[] }) {
  const most = Math.max(1, ...points.map(documentsOf));
  return (
    <svg
      className={classes["chart"]}
      role="img"
      aria-label={hoursInWords(points)}
      viewBox={`0 0 ${Math.max(1, points.length) * width} ${height}`}
      preserveAspectRatio="none"
    >
      {points.map((point, index) => (
        <Bar key={point.at} point={point} index={index} most={most} />
      ))}
    </svg>
  );
}

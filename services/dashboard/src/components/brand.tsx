import mark from "../ui/mark.svg";
import classes from "./brand.module.css";

export function Brand({ size = 26 }: { size?: number }) {
  return (
    <span className={classes["brand"]}>
      <img src={mark} width={size} height={size} alt="" />
      <span className={classes["word"]}>Platen</span>
    </span>
  );
}

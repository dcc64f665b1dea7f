import type { Asset } from "@platen/contracts";
import { formatCount } from "../../ui/format.ts";
import { AssetPicture } from "./asset-picture.tsx";
import { describeAsset } from "./describe-asset.ts";
import classes from "./asset-cell.module.css";

/** An asset in the list: what it looks like, its name and what it is. */
export function AssetCell({ asset }: { asset: Asset }) {
  const { name, revision } = asset;
  return (
    <div className={classes["cell"]}>
      <AssetPicture asset={asset} />
      <span className={classes["name"]} title={name}>
        {name}
      </span>
      <span className={classes["facts"]}>
        {describeAsset(asset)}
        {revision > 1 ? `, replaced ${formatCount(revision - 1, "time")}` : ""}
      </span>
    </div>
  );
}

import { type DesignDocument, readDesign } from "../../src/design/designDocument.ts";
import { applyOperations } from "../../src/design/operations.ts";
import { pageOfNodes } from "../panel/manyNodes.ts";
import { type Measure, mediansOf } from "./measure.ts";

const runs = 9;

/** `batch_design` of one node among many, against parsing the document and writing it again. */
export async function measureBatchDesign(count: number): Promise<Measure[]> {
  const document = { version: 1, name: "Many", pages: [pageOfNodes(count)] };
  const bytes = new TextEncoder().encode(JSON.stringify(document, null, 2));
  const text = new TextDecoder().decode(bytes);
  const open = () => readable(bytes);
  const [first = 0, next = 0, theirs = 0] = await mediansOf(runs, [
    { prepare: open, run: (design) => edited(design, 1) },
    { prepare: () => edited(open(), 1), run: (design) => edited(design, 2) },
    { prepare: open, run: () => JSON.stringify(JSON.parse(text), null, 2) },
  ]);
  const name = `batch_design of one node of ${count.toLocaleString("en")}`;
  const than = "JSON.parse and JSON.stringify of the document";
  return [
    { name: `${name}, the first since it was opened`, unit: "ms", ours: first, than, theirs },
    { name: `${name}, every further one`, unit: "ms", ours: next, than, theirs },
  ];
}

function edited(design: DesignDocument, x: number): DesignDocument {
  const operations = JSON.stringify([{ op: "update", id: "n99-50", set: { x } }]);
  const outcome = applyOperations(design, operations, () => "new");
  if (outcome.kind === "refused") throw new Error(outcome.reason);
  return outcome.design;
}

function readable(bytes: Uint8Array): DesignDocument {
  const design = readDesign(bytes);
  if (design.kind === "damaged") throw new Error(design.reason);
  return design;
}

import { isObject, type JsonObject, textOf } from "./fields.ts";
import { insideComponent, type Pen } from "./pen.ts";

const ownFields = ["rotation", "opacity", "visible", "width", "height"];
/** What an override can't change: it would be another node. */
const fixedFields: ReadonlySet<string> = new Set(["id", "type", "children"]);

export interface ShownComponent {
  readonly node: JsonObject;
  readonly pen: Pen;
}

/** What an instance shows: its component's node at the instance's place, or undefined where that is missing or holds itself. */
export function componentOf(instance: JsonObject, pen: Pen): ShownComponent | undefined {
  const id = textOf(instance.component);
  if (id === undefined || pen.inside.includes(id)) return undefined;
  const component = pen.lookups.component(id);
  if (component === undefined) return undefined;
  const inner = insideComponent(pen, id, instance.overrides);
  const own = Object.fromEntries(
    ownFields.filter((key) => Object.hasOwn(instance, key)).map((key) => [key, instance[key]]),
  );
  const place = { x: instance.x, y: instance.y };
  return { node: { ...overridden(component, inner), ...place, ...own }, pen: inner };
}

/** The node as the innermost instance wants it. */
export function overridden(node: JsonObject, { overrides }: Pen): JsonObject {
  const id = textOf(node.id);
  if (overrides === undefined || id === undefined || !Object.hasOwn(overrides, id)) return node;
  const changed = overrides[id];
  if (!isObject(changed)) return node;
  return { ...node, ...Object.fromEntries(Object.entries(changed).filter(([key]) => !fixedFields.has(key))) };
}

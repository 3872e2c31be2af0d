export type JsonPath = readonly (string | number)[];

/** Every place in a JSON value, the value itself not counted. */
export function pathsOf(value: unknown, prefix: JsonPath = []): JsonPath[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...prefix, Array.isArray(value) ? Number(name) : name];
    return [path, ...pathsOf(inner, path)];
  });
}

export function valueAt(root: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), root);
}

/** `root` itself, with what stands at a path replaced; undefined takes the key or the entry away. The empty path changes nothing. */
export function changed<Root>(root: Root, path: JsonPath, value: unknown): Root {
  const holder = Object(valueAt(root, path.slice(0, -1)));
  const key = path.at(-1);
  if (key === undefined) return root;
  if (value === undefined && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (value === undefined) Reflect.deleteProperty(holder, key);
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  return root;
}

import type { Page } from "playwright-core";

/** Whose state: what the extension keeps itself in the workspace, or what VS Code keeps of the open editors' pages. */
type Owner = "extension" | "editors";

const keys: Readonly<Record<Owner, string>> = {
  extension: "silverpoint.silverpoint-agent",
  editors: "memento/workbench.parts.editor",
};

/** A state as far as the browser has written it: what the window finds after any reload, however sudden. Empty: none. */
export function writtenState(page: Page, owner: Owner): Promise<string> {
  return page.evaluate(async (key) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const states: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith("vscode-web-state-db-")) continue;
      const database = await settled(indexedDB.open(name));
      states.push(await settled(database.transaction("ItemTable").objectStore("ItemTable").get(key)));
      database.close();
    }
    return states.filter((state) => typeof state === "string").join("\n");
  }, keys[owner]);
}

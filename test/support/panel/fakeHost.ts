/** Runs inside the page before its own script: the functions that VS Code would give, and a record of policy reports. */
export function installFakeHost(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const line = JSON.stringify({
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      sample: event.sample,
    });
    const root = document.documentElement;
    root.dataset.violations = `${root.dataset.violations ?? ""}${line}\n`;
  });
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => {
        const toHost: unknown = Reflect.get(window, "toHost");
        if (typeof toHost === "function") toHost(structuredClone(message));
      },
      getState: () => {
        const stored = sessionStorage.getItem("state");
        return stored === null ? undefined : JSON.parse(stored);
      },
      setState: (state: unknown) => sessionStorage.setItem("state", JSON.stringify(state)),
    }),
  });
}

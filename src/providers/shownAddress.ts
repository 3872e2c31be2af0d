/** An address as a person or a log may see it: without a name and a password, and without a query, where secrets may stand. */
export function shownAddress(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
  } catch {
    return address.replace(/\/\/[^/\s@]*@/, "//").replace(/[?#].*$/, "");
  }
}

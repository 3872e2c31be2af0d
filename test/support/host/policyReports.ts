import type { Page } from "playwright-core";

/** One thing that a content security policy refused, or would have. */
export interface PolicyReport {
  /** Such as `style-src-attr`. */
  directive: string;
  /** The address that was refused, where it was one. */
  blocked: string | undefined;
  /** Where in the sources, where the browser knows it. */
  source: string | undefined;
}

/**
 * Collects what content security policies refuse in a page and in all its frames. The browser itself is asked, because
 * a listener inside a webview would be lost when VS Code writes its document.
 */
export async function watchPolicyReports(page: Page): Promise<readonly PolicyReport[]> {
  const reports: PolicyReport[] = [];
  const session = await page.context().newCDPSession(page);
  session.on("Audits.issueAdded", ({ issue }) => {
    const details = issue.details.contentSecurityPolicyIssueDetails;
    if (details === undefined) return;
    const place = details.sourceCodeLocation;
    reports.push({
      directive: details.violatedDirective,
      blocked: details.blockedURL,
      source: place && `${place.url}:${place.lineNumber + 1}:${place.columnNumber + 1}`,
    });
  });
  await session.send("Audits.enable");
  return reports;
}

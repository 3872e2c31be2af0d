import DOMPurify from "dompurify";

const tags = "p br hr h3 h4 h5 h6 strong em del code pre blockquote ul ol li table thead tbody tr th td a div".split(
  " ",
);

/**
 * HTML text to nodes, through an allow-list that has no picture, form, frame, style, script or id. The text is parsed
 * once, by the policy `dompurify`, and comes back as nodes: no second parser can read it differently.
 */
export function sanitizedNodes(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href", "title", "class", "start", "align", "data-language", "data-open"],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    ADD_URI_SAFE_ATTR: ["start", "align", "data-language", "data-open"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

import { type CallResult, lastWords, resultsOfTurn } from "../support/modelServer/requestBody.ts";
import { answer, type Script, text, toolCall } from "../support/modelServer/script.ts";

/** Something that the demo's designer can do to the sample. */
interface Skill {
  readonly asked: RegExp;
  readonly intent: string;
  /** What is read before it is changed. */
  readonly node: string;
  readonly operations: readonly object[];
  readonly done: string;
}

const skills: readonly Skill[] = [
  {
    asked: /moon/i,
    intent: "I look at the moon first.",
    node: "moon",
    operations: [
      { op: "update", id: "moon", set: { x: 109, y: 140, width: 376, height: 376 } },
      { op: "update", id: "glow", set: { x: -83, y: -58, width: 760, height: 760 } },
      { op: "delete", id: "craters" },
    ],
    done: "The moon is **376** wide instead of 296, its light grows with it, and the craters are gone: at that size they'd compete with the lanterns.",
  },
  {
    asked: /colou?r|sky|warm|cool|dusk/i,
    intent: "I look at the sky first.",
    node: "sheet",
    operations: [
      {
        op: "update",
        id: "sheet",
        set: {
          fill: {
            type: "linear",
            angle: 90,
            stops: [
              { offset: 0, color: "#04161F" },
              { offset: 0.3, color: "#0B3B49" },
              { offset: 0.52, color: "#2E7F7C" },
              { offset: 0.63, color: "$colors.teal" },
              { offset: 0.68, color: "$colors.night" },
            ],
          },
        },
      },
    ],
    done: "The sky goes from a deep blue green to `$colors.teal` at the horizon. The lanterns keep their orange, which now has its complement behind it.",
  },
  {
    asked: /title|text|type|bigger|larger|date|read/i,
    intent: "I read the two lines of text first.",
    node: "when",
    operations: [
      { op: "update", id: "when", set: { fontSize: 17, y: 30 } },
      { op: "update", id: "where", set: { fontSize: 17, y: 30 } },
      { op: "update", id: "footer", set: { fontSize: 12 } },
    ],
    done: "The date and the place are **17** now, the last line 12: all three can be read from across the street, and the title stays what is seen first.",
  },
];

const badge: Skill = {
  asked: /./,
  intent: "I look at the page first.",
  node: "front",
  operations: [
    {
      op: "insert",
      parent: "front",
      node: {
        type: "group",
        name: "Badge",
        x: 452,
        y: 452,
        rotation: -10,
        children: [
          { type: "ellipse", name: "Disc", width: 104, height: 104, fill: "$colors.coral" },
          {
            type: "text",
            name: "Words",
            x: 8,
            y: 34,
            width: 88,
            text: "Free\nentry",
            align: "center",
            fontSize: 17,
            fontWeight: 700,
            fill: "$colors.paper",
          },
        ],
      },
    },
  ],
  done: "A round badge says *Free entry*, in `$colors.coral`, turned by 10° so that it reads as stuck on.",
};

/**
 * What the scripted model of the demo does with a request: it reads, changes and looks, as a real one would, each as a
 * round of its own. It knows the sample only, and says so where a change doesn't fit.
 */
export function designerAnswer(body: string): Script {
  const request: unknown = JSON.parse(body);
  const skill = skills.find(({ asked }) => asked.test(lastWords(request))) ?? badge;
  const results = resultsOfTurn(request);
  const last = results.at(-1);
  if (last === undefined) {
    return answer(say(skill.intent), call(results, "get_document", { what: "node", id: skill.node, depth: 1 }));
  }
  if (last.isError && last.name !== "get_screenshot") return answer(say(refused(last)));
  if (last.name === "get_document") {
    return answer(call(results, "batch_design", { operations: JSON.stringify(skill.operations) }));
  }
  if (last.name === "batch_design") return answer(call(results, "get_screenshot", { id: "front" }));
  const outcome = last.isError
    ? `I couldn't look at it: ${last.text}`
    : "I looked at the picture, and it holds together.";
  return answer(say(`${skill.done}\n\n${outcome} Undo takes it back in one step.\n\n${limits}`));
}

const limits =
  "*I am a scripted model and know four things about this poster: ask for the **moon**, the **sky**, larger **text**, or anything else.*";

function refused({ text: reason }: CallResult): string {
  if (reason.includes("declined")) return `Then I leave it as it is.\n\n${limits}`;
  if (reason.includes("“Discuss”"))
    return `I would change it like this, and have changed nothing: we only talk here.\n\n${limits}`;
  return `That can't be done here:\n\n> ${reason.replaceAll("\n", "\n> ")}\n\n${limits}`;
}

function say(markdown: string) {
  return text(...(markdown.match(/\s*\S+/g) ?? []));
}

/** Ids differ within a conversation by what came before in the turn; the service asks for no more. */
function call(results: readonly CallResult[], name: string, input: object) {
  return toolCall(`toolu_demo_${results.length}_${name}_${Date.now().toString(36)}`, name, JSON.stringify(input));
}

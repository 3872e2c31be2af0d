import { requestParts } from "../requestPrefix.ts";

/** A body that was sent, and whether its answer brought anything that the conversation has to keep. */
interface SentBody {
  readonly parts: readonly string[];
  readonly hasBrought: () => boolean;
}

/**
 * Checks of each body that it begins with the one before of the same conversation, cache marks apart (BYT-3).
 * A body whose answer brought nothing for certain may have been handed back: the next one may do without it.
 */
export interface PrefixRule {
  /** What is wrong; undefined when the body may follow. `hasBrought` is asked when the next one comes. */
  check(body: string, hasBrought: () => boolean): string | undefined;
  /** The next bodies may begin in another way. */
  clear(): void;
}

export function createPrefixRule(): PrefixRule {
  /** The bodies of each conversation, each the beginning of the next. */
  let conversations: (readonly SentBody[])[] = [];
  return {
    check(body, hasBrought) {
      const sent = { parts: requestParts(body), hasBrought };
      const goesOn = conversations.flatMap((bodies) => {
        const beginning = beginningOf(sent, bodies);
        return beginning === undefined ? [] : [{ bodies, beginning, length: beginning.at(-1)?.parts.length ?? 0 }];
      });
      const [found] = goesOn.toSorted((a, b) => b.length - a.length);
      if (found === undefined && sent.parts.length > 2 && conversations.some((bodies) => isSameStart(sent, bodies))) {
        return "messages: they don't begin as in the request before";
      }
      const others = conversations.filter((bodies) => bodies !== found?.bodies);
      conversations = [[...(found?.beginning ?? []), sent], ...others];
      return undefined;
    },
    clear() {
      conversations = [];
    },
  };
}

/** The bodies that this one goes on from; undefined when it leaves out what was kept. */
function beginningOf(sent: SentBody, bodies: readonly SentBody[]): readonly SentBody[] | undefined {
  for (let end = bodies.length; end > 0; end--) {
    const last = bodies[end - 1];
    if (last?.parts.every((part, index) => part === sent.parts[index])) return bodies.slice(0, end);
    if (last?.hasBrought()) return undefined;
  }
  return undefined;
}

/** Whether the first message is the same. */
function isSameStart(sent: SentBody, bodies: readonly SentBody[]): boolean {
  return bodies[0]?.parts[1] === sent.parts[1];
}

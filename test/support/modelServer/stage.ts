import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Stage } from "./anthropicAnswer.ts";
import type { Points } from "./points.ts";
import type { Cut } from "./script.ts";

/** Ends the play of a script whose connection is gone, or was cut by it. */
export class ConnectionGone extends Error {}

/** Plays on a real connection. The headers go out with the first call. */
export function createStage(
  response: ServerResponse,
  points: Points,
  pieceDelayMilliseconds: number,
): Omit<Stage, "noticeContent"> {
  const gone = new Promise<never>((_, reject) => {
    response.once("close", () => reject(new ConnectionGone("the connection is gone")));
  });
  gone.catch(() => {});

  return {
    write(bytes) {
      const written = new Promise<void>((resolve, reject) => {
        response.write(bytes, (error) => (error ? reject(new ConnectionGone(error.message)) : resolve()));
      });
      return Promise.race([written, gone]);
    },
    hold(name) {
      points.reach(name);
      return Promise.race([points.waitForRelease(name), gone]);
    },
    async pause() {
      if (pieceDelayMilliseconds > 0) await Promise.race([delay(pieceDelayMilliseconds), gone]);
    },
    cut: (how) => cutConnection(response, how),
    silence: () => gone,
  };
}

export async function cutConnection(response: ServerResponse, how: Cut): Promise<never> {
  const socket = response.socket;
  if (how === "rst") socket?.resetAndDestroy();
  else socket?.end();
  throw new ConnectionGone("cut by the script");
}

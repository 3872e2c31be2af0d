const pause = 40;

/**
 * Asks again and again until the answer is something other than `undefined` or `false`, and returns it.
 * After `limit` milliseconds it throws, saying what was waited for and what the last attempt failed with.
 */
export async function waitUntil<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  limit = 60_000,
): Promise<T> {
  const end = Date.now() + limit;
  let failure: unknown;
  do {
    try {
      const answer = await ask();
      failure = undefined;
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  } while (Date.now() < end);
  throw new Error(`Waited ${limit} ms in vain for ${what}.`, { cause: failure });
}

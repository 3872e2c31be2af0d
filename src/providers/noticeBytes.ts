/** Tells of a response, and of every chunk of its body as it is read. The body of a refusal is short and isn't watched. */
export function noticeBytes(response: Response, notice: () => void): Response {
  notice();
  if (response.body === null || !response.ok) return response;
  const noticing = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      notice();
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(noticing), { status, statusText, headers });
}

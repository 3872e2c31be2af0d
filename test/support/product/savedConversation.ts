/** A saved conversation of one turn, as format 1 has it. */
export function savedTurn(question: string, answer: string): string {
  return JSON.stringify({
    formatVersion: 1,
    items: [
      { id: "i1", type: "user", text: question, hasImage: false },
      { id: "i2", type: "assistant", text: answer },
    ],
    history: [
      { role: "user", content: [{ type: "text", text: `# This turn\nMode: Just do it\n\n${question}` }] },
      { role: "assistant", content: [{ type: "text", text: answer }] },
    ],
    sentFacts: [{ message: 0 }],
  });
}

/** What is said about a provider where something goes wrong, and what its words mean. */
export interface Service {
  /** Its name in settings, in the log and in the history of costs. */
  readonly provider: string;
  readonly name: string;
  /** What should have answered, such as “Anthropic's API”. */
  readonly api: string;
  /** The setting and the environment variable that hold its address. */
  readonly baseUrlSetting: string;
  readonly baseUrlVariable?: string;
  /** Where a person looks after keys and payment. */
  readonly console?: string;
  readonly statusPage?: string;
  /** False for servers that also answer without a key. */
  readonly needsKey: boolean;
  /** The status that an error inside an answer stands for, by the API's own word for it. */
  readonly statusByType: ReadonlyMap<string, number>;
  /** Whether what the service says about a 4xx means that the conversation is too long for the model. */
  readonly contextOverflow: RegExp;
  /** Whether it means that the account has to be paid for. */
  readonly billing: RegExp;
  /** What else it may say about a refused request, with what to do. */
  readonly advice: readonly { readonly said: RegExp; readonly because: string; readonly advice: string }[];
}

/**
 * The functions that the outer context of a handler's process passes to the handler's context. Only texts, numbers and
 * functions of the handler's context cross this boundary. With a single object of the outer context, a handler could change
 * the prototypes on which Node's own code relies, and could reach `process`.
 */
export interface OuterFunctions {
  /** Sends a message to the server's process. */
  post(text: string): void
  /** Calls a task once, after so many milliseconds. */
  after(ms: number, task: () => void): void
  /** Random bytes, as Base64. @param count at most 65,536 */
  random(count: number): string
  /** A random UUID. */
  uuid(): string
  /** Sends a `CryptoCall`. */
  crypt(text: string): void
  /** Registers the receivers of the messages of the server's process and of each `CryptoAnswer`. */
  receive(listeners: ContextListener, settle: ContextListener): void
}

type ContextListener = (text: string) => void

import type { Sandbox } from '../../../src/handlers/sandbox-client.ts'
import { openSandbox } from '../../../src/handlers/sandbox-frame.ts'
import { answerWebhook } from '../../../src/handlers/webhook-service.ts'
import type { FromWorker, WebhookAnswerMessage, WebhookMessage } from '../../../worker/host/messages.ts'
import type { StartHandler } from './messages.ts'

/** The host and the port in the recorded URLs of webhooks. */
export const HOOK_HOST = '127.0.0.1'
const HOOK_PORT = '17443'

interface HandlerLink {
  offer(cluster: string): void
  answer(message: WebhookAnswerMessage): void
  report(call: WebhookMessage): void
}

/** The handlers of the cases that run: one for each server. */
export class CaseHandlers {
  readonly #link: HandlerLink
  readonly #sandboxes = new Map<string, Promise<Sandbox>>()
  readonly #calls = new Map<number, AbortController>()

  constructor(link: HandlerLink) {
    this.#link = link
  }

  async open({ server, source }: StartHandler): Promise<void> {
    this.close(server)
    const sandbox = openSandbox({
      name: server,
      source,
      frame: new URL('handler-frame.html', document.baseURI).href,
      log: (line) => console.log(server, line),
      ended: (why) => console.error(server, why),
      request: () => Promise.reject(new Error('these handlers send no requests')),
    })
    this.#sandboxes.set(server, sandbox)
    await sandbox
    this.#link.offer(server)
  }

  /** Resolves when the handler of a server, if any, has started. */
  async started(server: string): Promise<void> {
    await this.#sandboxes.get(server)
  }

  close(server: string): void {
    void this.#sandboxes.get(server)?.then((sandbox) => sandbox.stop())
    this.#sandboxes.delete(server)
  }

  receive(message: FromWorker): void {
    if (message.type === 'webhook-abort') this.#calls.get(message.call)?.abort()
    else if (message.type === 'webhook') void this.#answer(message)
  }

  async #answer(message: WebhookMessage): Promise<void> {
    // A recorded call to another port reached nothing.
    if (new URL(message.url).port !== HOOK_PORT)
      return this.#link.answer({ type: 'webhook-answer', call: message.call, answer: undefined })
    this.#link.report(message)
    const sandbox = await this.#sandboxes.get(message.cluster)
    const limit = new AbortController()
    this.#calls.set(message.call, limit)
    const { answer } = sandbox === undefined ? {} : await answerWebhook(sandbox, message, limit.signal)
    this.#calls.delete(message.call)
    this.#link.answer({ type: 'webhook-answer', call: message.call, answer })
  }
}

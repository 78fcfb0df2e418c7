import type { WebhookAnswerMessage, WebhookMessage } from '../../worker/host/messages.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { reviewVerdict } from './review-verdict.ts'
import type { HandlerCall } from './sandbox/messages.ts'
import type { Sandbox } from './sandbox-client.ts'
import { readHttpAnswer } from './untrusted.ts'

/** The host name of a Service, `default/guard`, in the URL of a webhook. */
export function serviceHost(service: string): string {
  const [namespace = '', name = ''] = service.split('/')
  return `${name}.${namespace}.svc`
}

export interface AnsweredCall {
  readonly answer: WebhookAnswerMessage['answer']
  /** The error of a handler that gave no answer. */
  readonly error?: string
}

type SentCall = Pick<WebhookMessage, 'method' | 'url' | 'body'>

/** Converts a webhook call to a call of the handler. */
export function httpCall({ method, url, body }: SentCall): HandlerCall {
  const { pathname, search } = new URL(url)
  return { kind: 'http', request: { method, path: pathname, query: search.slice(1), body } }
}

/** The result of a handler as the answer of the webhook. */
export function readAnswer(text: string): AnsweredCall {
  try {
    return { answer: readHttpAnswer(JSON.parse(text)) }
  } catch (error) {
    return { answer: undefined, error: errorMessage(error) }
  }
}

/** Passes a webhook call to the handler that serves its host. */
export async function answerWebhook(sandbox: Sandbox, call: SentCall, signal: AbortSignal): Promise<AnsweredCall> {
  try {
    return { answer: readHttpAnswer(await sandbox.call(httpCall(call), signal)) }
  } catch (error) {
    return { answer: undefined, error: errorMessage(error) }
  }
}

/** The text and the verdict of an answered call, for its record. */
export function webhookOutcome({ answer, error }: AnsweredCall) {
  const text = answer?.body ?? ''
  return {
    answer: text,
    verdict: error ?? reviewVerdict(text) ?? String(answer?.status),
    isFault: answer === undefined || answer.status >= 400,
  }
}

import type { WebhookCaller } from '../webhooks/backend.ts'
import type { DirectMessage, FromWorker, OfferMessage, WebhookAnswerMessage, WebhookHoldMessage } from './messages.ts'

export type RoutedMessage = OfferMessage | DirectMessage | WebhookAnswerMessage | WebhookHoldMessage

/** Receives the offers and answers that arrive on one link. */
export interface RoutedLink {
  receive(message: RoutedMessage): void
  /** The link is gone: its offers end, and its calls fail. */
  close(): void
}

/** Connects the webhook calls of clusters with the links of pages that run handlers. */
export interface WebhookLinks {
  /** Returns the caller of webhooks for the server of one cluster. The server prints `Post "url": ` before its errors. */
  caller(cluster: string): WebhookCaller
  open(send: (message: FromWorker) => void): RoutedLink
}

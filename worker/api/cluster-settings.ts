import type { JsonObject } from './json.ts'

/** The settings of one cluster, as data that a host stores with it. Section 13 of reference/scenarios.md describes them. */
export interface ClusterSettings {
  /** The time at which the cluster begins, RFC 3339. Default: the time of its creation. */
  readonly startTime?: string
  /** The number of seconds of the cluster's time that pass in one real second. Default: 1. */
  readonly timeScale?: number
  readonly featureGates?: Readonly<Record<string, boolean>>
  /** Flags of the real server, by name without hyphens in front. */
  readonly flags?: Readonly<Record<string, string>>
  /** An audit policy; `/debug/audit` shows the last events. */
  readonly audit?: JsonObject
  readonly simulation?: SimulationRules
  readonly reviews?: ReviewServices
}

/** Webhooks of the cluster that review tokens, access and images, each as `https://NAME.NAMESPACE.svc/PATH`. */
export interface ReviewServices {
  /** Reviews tokens that the server does not know. */
  readonly tokens?: string
  /** Reviews access when the other modes of authorisation have no opinion. */
  readonly access?: string
  /** Reviews the images of pods; a pod is refused when the webhook does not answer. */
  readonly images?: string
}

/** How the containers of a cluster end, unless annotations of their pods decide (reference/simulation.md 13). */
export interface SimulationRules {
  /** The first rule whose image fits decides. */
  readonly images?: readonly ImageRule[]
  /** Applied before the rules of images. The first rule that fits decides. */
  readonly failures?: readonly FailureRule[]
}

export interface ImageRule {
  /** The image of a container; `*` is any characters. */
  readonly image: string
  /** A value of the annotation `simulated.{domain}/outcome`. */
  readonly outcome: string
  /** The run time of a container that ends. */
  readonly seconds?: number
}

export interface FailureRule {
  /** A pattern `namespace/name`, in which `*` is any characters. */
  readonly pods: string
  /** Default: every container that is not an init container. */
  readonly container?: string
  readonly outcome: string
  readonly seconds?: number
  /** The number of starts of a container that fail; the rule does not apply to later starts. Default: all. */
  readonly times?: number
}

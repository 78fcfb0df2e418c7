import type { Engine } from '../engine.ts'
import type { SiteOptions, StaticSite } from '../../e2e/app/static-site.ts'
import type { Visitor } from './visitor.ts'

export interface JourneyContext {
  /** Starts a browser with a new profile; it ends with the journey. */
  startBrowser(): Promise<Engine>
  /** A tab of a browser with a new profile. */
  visit(): Promise<Visitor>
  /** Serves the built app on a new plain web server, which closes with the journey. */
  serve(options?: Omit<SiteOptions, 'headers'>): Promise<StaticSite>
}

/** The actions of a person in a browser, with the required results. Fails by throwing. */
export interface Journey {
  readonly title: string
  run(context: JourneyContext): Promise<void>
}

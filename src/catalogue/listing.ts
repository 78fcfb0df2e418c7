import type { Level } from '../scenario/scenario.ts'

/** A lesson that ships with the app, as the catalogue shows it. */
export interface Listing {
  /** A path relative to `scenarios/`: `first-steps/labels.yaml`. */
  readonly file: string
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly level: Level
  readonly minutes: number
  readonly course?: string
  readonly steps: number
  /** Additional words for the search: the name of the lesson and the titles of its steps. */
  readonly words: string
}

export interface Course {
  readonly title: string
  readonly lessons: readonly Listing[]
}

const ALONE = 'More lessons'

/**
 * The lessons that contain all the words and have the level, by course in the order of the listings. Lessons without a
 * course come last.
 * @param level empty for every level
 */
export function findLessons(listings: readonly Listing[], words: string, level: Level | ''): readonly Course[] {
  const wanted = words.toLowerCase().split(/\s+/)
  const found = listings.filter(
    (listing) => (level === '' || listing.level === level) && wanted.every((word) => textOf(listing).includes(word)),
  )
  const titles = new Set(found.map(({ course }) => course).filter((course) => course !== undefined))
  const courses = [...titles].map((title) => ({ title, lessons: found.filter(({ course }) => course === title) }))
  const alone = found.filter(({ course }) => course === undefined)
  return alone.length === 0 ? courses : [...courses, { title: ALONE, lessons: alone }]
}

const textOf = ({ title, summary, course = '', words }: Listing): string =>
  `${title} ${summary} ${course} ${words}`.toLowerCase()

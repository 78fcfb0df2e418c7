import { beginLesson } from '../catalogue/begin-lesson.ts'
import type { Listing } from '../catalogue/listing.ts'
import type { Command } from '../contracts/commands.ts'

/** The lessons that ship with the app, as entries of the palette. */
export async function lessonEntries(): Promise<Command[]> {
  const { listings } = await import('virtual:scenario-list')
  return (listings as readonly Listing[]).map((lesson) => ({
    id: `lesson.${lesson.name}`,
    title: lesson.title,
    section: 'Lessons',
    words: `${lesson.course ?? ''} ${lesson.summary} ${lesson.words}`,
    run: () => void beginLesson(lesson),
  }))
}

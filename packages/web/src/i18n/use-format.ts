// The formatter for components, in the current language and the chosen time zone.

import { formatFor } from './format.ts'
import type { Format } from './format.ts'
import { useLanguage } from './i18n.ts'
import { useZone } from './zone.ts'

/** Returns the formatter and re-renders when language or zone change. */
export function useFormat(): Format {
  return formatFor(useLanguage(), useZone())
}

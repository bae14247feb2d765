// The formatter for components: in the language that is spoken and the zone that was chosen.

import { formatFor } from './format.ts'
import type { Format } from './format.ts'
import { useLanguage } from './i18n.ts'
import { useZone } from './zone.ts'

/** Returns the formatter and paints again when language or zone change. */
export function useFormat(): Format {
  return formatFor(useLanguage(), useZone())
}

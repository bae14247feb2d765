// Layouts and templates stored by the host through TradingView's save/load adapter. A failure of
// the adapter becomes a warning.

export type ChartRecord = {
  readonly id: string | number
  readonly name: string
  readonly symbol: string
  readonly resolution: string
  /** Seconds. */
  readonly timestamp: number
}

type ChartToSave = {
  readonly id?: string | number | undefined
  readonly name: string
  readonly symbol: string
  readonly resolution: string
  readonly content: string
  readonly timestamp: number
}

type StudyTemplateRecord = { readonly name: string; readonly content?: string }

export interface SaveLoadAdapter {
  getAllCharts(): Promise<readonly ChartRecord[]>
  removeChart(id: string | number): Promise<void>
  saveChart(chart: ChartToSave): Promise<string | number>
  getChartContent(id: string | number): Promise<string>
  getAllStudyTemplates?(): Promise<readonly StudyTemplateRecord[]>
  removeStudyTemplate?(template: { readonly name: string }): Promise<void>
  saveStudyTemplate?(template: { readonly name: string; readonly content: string }): Promise<void>
  getStudyTemplateContent?(template: { readonly name: string }): Promise<string>
}

/** Returns the saved layouts, newest first; none if the adapter fails. */
export async function savedCharts(adapter: SaveLoadAdapter | undefined): Promise<ChartRecord[]> {
  if (adapter === undefined) return []
  const records = await attempt(() => adapter.getAllCharts(), 'The saved charts could not be had')
  return [...(records ?? [])].toSorted((a, b) => b.timestamp - a.timestamp)
}

/** Returns the saved content; undefined if the adapter fails. */
export async function savedContent(
  adapter: SaveLoadAdapter | undefined,
  id: string | number,
): Promise<string | undefined> {
  if (adapter === undefined) return undefined
  return attempt(() => adapter.getChartContent(id), 'The saved chart could not be had')
}

/** Calls a function of the host; a failure is logged and returns undefined. */
export async function attempt<Value>(
  run: () => Promise<Value>,
  warning: string,
): Promise<Value | undefined> {
  try {
    return await run()
  } catch (failure) {
    console.warn(warning, failure)
    return undefined
  }
}

// Short tones by the browser's Web Audio, without files; silent until the page has been used,
// because browsers block automatic playback.

type Note = {
  readonly hz: number
  /** Start in seconds after the tone begins; `for` is its length. */
  readonly at: number
  readonly for: number
  readonly wave: OscillatorType
}

const note = (hz: number, at: number, length: number, wave: OscillatorType = 'sine'): Note => ({
  hz,
  at,
  for: length,
  wave,
})

export const toneNotes = {
  chime: [note(880, 0, 0.25), note(1318.5, 0.12, 0.35)],
  ping: [note(1760, 0, 0.18)],
  bell: [note(1046.5, 0, 0.6), note(2093, 0, 0.3), note(3139.5, 0, 0.15)],
  knock: [note(196, 0, 0.09, 'triangle'), note(196, 0.14, 0.09, 'triangle')],
  drop: [note(659.3, 0, 0.14), note(523.3, 0.12, 0.14), note(392, 0.24, 0.22)],
  alarm: [0, 0.22, 0.44].flatMap((at) => [
    note(880, at, 0.1, 'square'),
    note(660, at + 0.11, 0.1, 'square'),
  ]),
} as const satisfies Readonly<Record<string, readonly Note[]>>
export type ToneName = keyof typeof toneNotes

/** A square wave sounds louder than a sine of the same frequency. */
const loudness: Partial<Record<OscillatorType, number>> = { square: 0.3, triangle: 0.8 }
const attackS = 0.01

let context: AudioContext | undefined

/** Whether the user has interacted with the page: before that the browser plays nothing. */
const wasUsed = (): boolean => globalThis.navigator.userActivation?.hasBeenActive ?? true

/**
 * Plays a tone at a volume of 0 to 100; returns whether it was started. Nothing is played without a
 * user interaction so far, without Web Audio, and at volume 0.
 */
export function playTone(tone: ToneName, volume: number): boolean {
  if (volume <= 0 || !('AudioContext' in globalThis) || !wasUsed()) return false
  try {
    context ??= new AudioContext()
    // The browser may have suspended it while the page was hidden.
    if (context.state === 'suspended') void context.resume()
    for (const each of toneNotes[tone]) ring(context, each, volume / 100)
    return true
  } catch {
    // No audio device: a sound is never the only signal.
    return false
  }
}

/** Perceived loudness grows slower than gain at high volumes: the square evens it out. */
function ring(audio: AudioContext, { hz, at, for: length, wave }: Note, volume: number): void {
  const startS = audio.currentTime + at
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = wave
  oscillator.frequency.value = hz
  gain.gain.setValueAtTime(0, startS)
  gain.gain.linearRampToValueAtTime((loudness[wave] ?? 1) * volume ** 2 * 0.5, startS + attackS)
  gain.gain.exponentialRampToValueAtTime(0.0001, startS + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(startS)
  oscillator.stop(startS + length)
}

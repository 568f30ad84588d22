// A short knock for a piece set down, a lower one for a capture; made here, no file needed.

let context: AudioContext | null = null;

export function tap(capture: boolean): void {
  try {
    context ??= new AudioContext();
    const begin = context.currentTime;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(capture ? 220 : 420, begin);
    tone.frequency.exponentialRampToValueAtTime(capture ? 70 : 180, begin + 0.09);
    volume.gain.setValueAtTime(0.25, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.14);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.15);
  } catch {
    // No sound here; the game goes on.
  }
}

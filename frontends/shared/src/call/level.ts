/** How loud a microphone hears, told some times a second. */

const everyMs = 100;

/** Speech at a desk reaches about a quarter of what could be recorded; that much fills the meter. */
const loudest = 0.25;

/** 0 to 1. `samples`: as the browser gives them, silence is 128. */
export function levelOf(samples: Uint8Array): number {
  const squares = samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0);
  return Math.min(1, Math.sqrt(squares / Math.max(1, samples.length)) / loudest);
}

/** Answers with what ends it. */
export function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  if (typeof AudioContext === "undefined") return () => {};
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  // Where the person has pressed nothing yet it waits for that.
  void context.resume().catch(() => {});
  const samples = new Uint8Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getByteTimeDomainData(samples);
    onLevel(levelOf(samples));
  }, everyMs);
  return () => {
    clearInterval(timer);
    void context.close().catch(() => {});
  };
}

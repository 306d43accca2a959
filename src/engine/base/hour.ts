export const hourSeconds = 3_600;

export const hourStart = (timeSeconds: number): number => timeSeconds - (timeSeconds % hourSeconds);

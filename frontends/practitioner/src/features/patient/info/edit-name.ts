/** Of the draft of a patient's basic info. */
export const editName = (patientId: string) => `patient.${patientId}.info`;

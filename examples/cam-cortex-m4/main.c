/* Firmware for a Cortex-M4: decodes a cooperative awareness message (UPER) and prints who sends it, where, and how fast
 * the sender moves. */
#include "cam.h"
#include "stubc_util.h"
#include <stdio.h>
#include <stdlib.h>

/* Prints a number with so many decimals; printf of a small newlib has no floating-point numbers. */
static void print_decimal(const char *name, long number, unsigned decimals)
{
    const ldiv_t parts = ldiv(labs(number), decimals == 7 ? 10000000L : decimals == 2 ? 100L : 10L);
    printf(" %s=%s%ld.%0*ld", name, number < 0 ? "-" : "", parts.quot, (int)decimals, parts.rem);
}

static void print_vehicle(const BasicVehicleContainerHighFrequency *vehicle)
{
    printf("vehicle:");
    if (vehicle->speed.speedValue != SpeedValue_unavailable) {
        print_decimal("speed", vehicle->speed.speedValue, 2); /* meters a second */
    }
    if (vehicle->heading.headingValue != HeadingValue_unavailable) {
        print_decimal("heading", vehicle->heading.headingValue, 1); /* degrees from north, clockwise */
    }
    if (vehicle->has_lanePosition) {
        printf(" lane=%d", (int)vehicle->lanePosition);
    }
    printf("\n");
}

static void print_path(const PathHistory *path)
{
    printf("path:");
    for (size_t i = 0; i < path->count; i++) {
        const PathPoint *point = &path->items[i];
        printf(" %ld,%ld", (long)point->pathPosition.deltaLatitude, (long)point->pathPosition.deltaLongitude);
    }
    printf("\n");
}

static void print_message(const CAM *message)
{
    const CamParameters *parameters = &message->cam.camParameters;
    const ReferencePosition *position = &parameters->basicContainer.referencePosition;
    printf("station %lu, type %u:", (unsigned long)message->header.stationID,
           (unsigned)parameters->basicContainer.stationType);
    print_decimal("latitude", (long)position->latitude, 7);
    print_decimal("longitude", (long)position->longitude, 7);
    print_decimal("altitude", (long)position->altitude.altitudeValue, 2);
    printf("\n");
    switch (parameters->highFrequencyContainer.kind) {
    case HighFrequencyContainer_kind_basicVehicleContainerHighFrequency:
        print_vehicle(&parameters->highFrequencyContainer.u.basicVehicleContainerHighFrequency);
        break;
    case HighFrequencyContainer_kind_rsuContainerHighFrequency: {
        const RSUContainerHighFrequency *unit = &parameters->highFrequencyContainer.u.rsuContainerHighFrequency;
        const size_t zones = unit->has_protectedCommunicationZonesRSU ? unit->protectedCommunicationZonesRSU.count : 0;
        printf("roadside unit: %u protected zones\n", (unsigned)zones);
        break;
    }
    default: /* of a later version of the standard */
        printf("unknown container\n");
    }
    if (parameters->has_lowFrequencyContainer
        && parameters->lowFrequencyContainer.kind == LowFrequencyContainer_kind_basicVehicleContainerLowFrequency) {
        print_path(&parameters->lowFrequencyContainer.u.basicVehicleContainerLowFrequency.pathHistory);
    }
    if (parameters->has_specialVehicleContainer
        && parameters->specialVehicleContainer.kind == SpecialVehicleContainer_kind_emergencyContainer) {
        const EmergencyContainer *emergency = &parameters->specialVehicleContainer.u.emergencyContainer;
        printf("emergency: lights and siren %02x\n", emergency->lightBarSirenInUse.data[0]);
    }
}

int main(int count, char **words)
{
    static uint8_t bytes[512];
    static uint64_t arena[256];
    stubc_context context = stubc_context_over(arena, sizeof arena);
    stubc_error error;
    CAM message;
    FILE *file = fopen(count > 1 ? words[1] : "message.uper", "rb"); /* by semihosting, from the machine of QEMU */
    size_t length;
    if (file == NULL) {
        printf("no message\n");
        return 1;
    }
    length = fread(bytes, 1, sizeof bytes, file);
    if (CAM_decode_exact(&message, bytes, length, &context, &error) < 0) {
        printf("message: %s at byte %u, bit %u\n", stubc_error_text(error.code), (unsigned)error.offset, error.bit);
        return 1;
    }
    print_message(&message);
    return 0;
}

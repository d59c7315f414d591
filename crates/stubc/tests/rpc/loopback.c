/* Sets up the loopback interface of a fresh network namespace. */
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

int main(void)
{
    struct ifreq request;
    const int fd = socket(AF_INET, SOCK_DGRAM, 0);
    memset(&request, 0, sizeof request);
    strcpy(request.ifr_name, "lo");
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    return fd < 0 || ioctl(fd, SIOCSIFFLAGS, &request);
}

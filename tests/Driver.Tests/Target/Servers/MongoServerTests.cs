using Marketplace.Driver.Target;
using Marketplace.Driver.Target.Servers;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Target.Servers;

public sealed class MongoServerTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void It_listens_on_this_machine_alone_as_a_replica_set_and_its_command_has_no_password()
    {
        var command = MongoServer.Command("setsid", "/opt/mongod", "/tmp/x", 12_345);
        Assert.Equal(
            "setsid /opt/mongod --dbpath /tmp/x/data --bind_ip 127.0.0.1 --port 12345 --nounixsocket --replSet marketplace --keyFile /tmp/x/key",
            string.Join(' ', command.Line));
    }

    [Fact]
    public void An_arm_with_MongoDB_can_be_run_where_the_program_is_or_where_the_named_server_answers()
    {
        var programs = new ServerPrograms(_folder.Path, _folder.File("none"));
        Assert.Equal(
            "there is no mongodb: mongod is not on the PATH, and no server is named", StudyNeeds.Lack("mongodb", null, programs));
        Assert.Contains("not on the PATH", Assert.Throws<ServersException>(programs.Mongo).Message, StringComparison.Ordinal);
        File.WriteAllText(_folder.File("mongod"), "");
        Assert.Null(StudyNeeds.Lack("mongodb", null, programs));
        Assert.Equal(
            "the MongoDB server at 127.0.0.1:1 can't be reached", StudyNeeds.Lack("mongodb", "mongodb://me:secret@127.0.0.1:1", programs));
    }

    [Fact]
    public async Task A_server_that_does_not_start_is_told_with_its_last_words()
    {
        await File.WriteAllTextAsync(_folder.File("mongod"), "#!/bin/sh\necho no room for $*\nexit 7\n", TestContext.Current.CancellationToken);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(_folder.File("mongod"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var programs = new ServerPrograms($"{_folder.Path}:/usr/bin", _folder.File("none"));
        var error = await Assert.ThrowsAsync<TargetException>(
            () => MongoServer.Start(programs, TimeProvider.System, static () => { }, TestContext.Current.CancellationToken));
        Assert.Contains("ended with exit code 7", error.Message, StringComparison.Ordinal);
        Assert.Contains("no room for --dbpath", error.Message, StringComparison.Ordinal);
    }
}
